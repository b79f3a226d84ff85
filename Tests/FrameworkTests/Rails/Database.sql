-- A blog of Rails 8: its tables as 'bin/rails db:migrate' creates them, and rows as Active Record writes them.
CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
CREATE TABLE "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "email" varchar DEFAULT '' NOT NULL, "admin" boolean DEFAULT 0 NOT NULL, "last_seen_at" datetime(6), "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
CREATE UNIQUE INDEX "index_users_on_email" ON "users" ("email") /*application='Blog'*/;
CREATE TABLE "posts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "user_id" integer NOT NULL, "title" varchar NOT NULL, "body" text, "status" integer DEFAULT 0 NOT NULL, "published_on" date, "settings" json, "price" decimal(8,2), "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_5b5ddfd518"
FOREIGN KEY ("user_id")
  REFERENCES "users" ("id")
);
CREATE INDEX "index_posts_on_user_id" ON "posts" ("user_id") /*application='Blog'*/;
CREATE TABLE "comments" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "commentable_type" varchar NOT NULL, "commentable_id" integer NOT NULL, "user_id" integer, "body" text NOT NULL, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_03de2dc08c"
FOREIGN KEY ("user_id")
  REFERENCES "users" ("id")
 ON DELETE SET NULL);
CREATE INDEX "index_comments_on_commentable" ON "comments" ("commentable_type", "commentable_id") /*application='Blog'*/;
CREATE INDEX "index_comments_on_user_id" ON "comments" ("user_id") /*application='Blog'*/;
CREATE TABLE "tags" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar NOT NULL);
CREATE TABLE "posts_tags" ("post_id" integer NOT NULL, "tag_id" integer NOT NULL);
CREATE INDEX "index_posts_tags_on_post_id_and_tag_id" ON "posts_tags" ("post_id", "tag_id") /*application='Blog'*/;
CREATE TABLE "active_storage_blobs" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "key" varchar NOT NULL, "filename" varchar NOT NULL, "content_type" varchar, "metadata" text, "service_name" varchar NOT NULL, "byte_size" bigint NOT NULL, "checksum" varchar, "created_at" datetime(6) NOT NULL);
CREATE UNIQUE INDEX "index_active_storage_blobs_on_key" ON "active_storage_blobs" ("key") /*application='Blog'*/;
CREATE TABLE "active_storage_attachments" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar NOT NULL, "record_type" varchar NOT NULL, "record_id" bigint NOT NULL, "blob_id" bigint NOT NULL, "created_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_c3b3935057"
FOREIGN KEY ("blob_id")
  REFERENCES "active_storage_blobs" ("id")
);
CREATE INDEX "index_active_storage_attachments_on_blob_id" ON "active_storage_attachments" ("blob_id") /*application='Blog'*/;
CREATE UNIQUE INDEX "index_active_storage_attachments_uniqueness" ON "active_storage_attachments" ("record_type", "record_id", "name", "blob_id") /*application='Blog'*/;

INSERT INTO schema_migrations VALUES ('20240102030405'), ('20240203040506');
INSERT INTO ar_internal_metadata VALUES ('environment', 'production', '2024-01-02 03:04:05.123450', '2024-01-02 03:04:05.123450');
INSERT INTO users VALUES
  (1, 'ann@example.com', 1, '2024-03-04 05:06:07.891011', '2024-01-02 03:04:05.678901', '2024-03-04 05:06:07.891320'),
  (2, 'bob@example.com', 0, NULL, '2024-01-03 03:04:05', '2024-01-03 03:04:05');
INSERT INTO posts VALUES
  (1, 1, 'Oil the door', 'It creaks.', 1, '2024-01-05', '{"pinned":true}', 9.5, '2024-01-04 10:20:30.405060', '2024-01-04 10:20:30.405060'),
  (2, 2, 'Paint', NULL, 0, NULL, NULL, NULL, '2024-01-06 10:20:30.100000', '2024-01-06 10:20:31.200000');
INSERT INTO comments VALUES
  (1, 'Post', 1, 2, 'So it does.', '2024-01-05 11:00:00.000001', '2024-01-05 11:00:00.000001'),
  (2, 'User', 1, NULL, 'Welcome.', '2024-01-05 12:00:00.500000', '2024-01-05 12:00:00.500000');
INSERT INTO tags VALUES (1, 'home'), (2, 'urgent');
INSERT INTO posts_tags VALUES (1, 1), (1, 2);
INSERT INTO active_storage_blobs VALUES (1, 'x1', 'door.jpg', 'image/jpeg', '{}', 'local', 1024, 'abc==', '2024-01-05 11:00:00.250000');
INSERT INTO active_storage_attachments VALUES (1, 'photo', 'Post', 1, 1, '2024-01-05 11:00:00.250000');
