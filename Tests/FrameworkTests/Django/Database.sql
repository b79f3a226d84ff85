-- A shop of Django 5: its tables as 'manage.py migrate' creates them, and rows as its models write them.
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE TABLE "auth_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL);
CREATE TABLE "shop_product" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sku" char(32) NOT NULL UNIQUE, "name" varchar(200) NOT NULL, "price" decimal NOT NULL, "stock" integer unsigned NOT NULL CHECK ("stock" >= 0), "attributes" text NOT NULL CHECK ((JSON_VALID("attributes") OR "attributes" IS NULL)), "available_from" date NULL, "created_at" datetime NOT NULL, "updated_at" datetime NOT NULL);
CREATE TABLE "shop_order" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "placed_at" datetime NOT NULL, "note" text NOT NULL, "created_at" datetime NOT NULL);
CREATE INDEX "shop_order_user_id_00aba627" ON "shop_order" ("user_id");
CREATE TABLE "shop_order_products" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "order_id" bigint NOT NULL REFERENCES "shop_order" ("id") DEFERRABLE INITIALLY DEFERRED, "product_id" bigint NOT NULL REFERENCES "shop_product" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX "shop_order_products_order_id_product_id_2e5a6c4f_uniq" ON "shop_order_products" ("order_id", "product_id");
CREATE INDEX "shop_order_products_order_id_8a1b5bd8" ON "shop_order_products" ("order_id");
CREATE INDEX "shop_order_products_product_id_2f8a0f4b" ON "shop_order_products" ("product_id");
CREATE TABLE "shop_taggeditem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tag" varchar(50) NOT NULL, "object_id" integer unsigned NOT NULL CHECK ("object_id" >= 0), "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX "shop_taggeditem_content_type_id_9f1d2b3c" ON "shop_taggeditem" ("content_type_id");

INSERT INTO django_migrations VALUES (1, 'contenttypes', '0001_initial', '2024-01-02 03:04:05.002002');
INSERT INTO django_content_type VALUES (1, 'auth', 'user'), (2, 'shop', 'product'), (3, 'shop', 'order');
INSERT INTO auth_user VALUES (1, 'pbkdf2_sha256$', '2024-02-03 04:05:06.070809', 1, 'ann', 'ann@example.com', 1, '2024-01-02 03:04:05');
INSERT INTO shop_product VALUES
  (1, 'a0eebc999c0b4ef8bb6d6bb9bd380a11', 'Door', 129.9, 3, '{"wood": "oak"}', '2024-02-01', '2024-01-02 03:04:05.060708', '2024-01-03 03:04:05.060708'),
  (2, 'a0eebc999c0b4ef8bb6d6bb9bd380a12', 'Paint', 12, 40, '{}', NULL, '2024-01-02 03:04:05.100001', '2024-01-02 03:04:05.100001');
INSERT INTO shop_order VALUES (1, 1, '2024-02-03 04:05:06.070809', '', '2024-02-03 04:05:06.070809');
INSERT INTO shop_order_products VALUES (1, 1, 1), (2, 1, 2);
INSERT INTO shop_taggeditem VALUES (1, 'new', 2, 2), (2, 'urgent', 1, 3);
