-- Stand-ins for the functions of Citus, for machines without it. They distribute nothing. They refuse what Citus' documentation says that
-- Citus refuses, with messages of their own: Citus 12, "Creating and Modifying Distributed Tables (DDL)", and the comment of
-- ErrorIfUnsupportedForeignConstraintExists in foreign_constraint.c.
CREATE SCHEMA stand_in;
-- A reference table has no column.
CREATE TABLE stand_in.distributed (relation regclass PRIMARY KEY, distribution_column text);

CREATE FUNCTION stand_in.number_of(relation regclass, name text) RETURNS smallint LANGUAGE sql AS $$
  SELECT attnum FROM pg_attribute WHERE attrelid = relation AND attname = name
$$;

CREATE FUNCTION stand_in.distribute(relation regclass, name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number smallint := stand_in.number_of(relation, name);
  key record;
  other record;
BEGIN
  IF current_setting('citus.multi_shard_modify_mode', true) IS DISTINCT FROM 'sequential' THEN
    RAISE EXCEPTION 'stand-in for Citus: the transaction is not sequential';
  END IF;
  IF EXISTS (SELECT FROM stand_in.distributed d WHERE d.relation = distribute.relation) THEN
    RAISE EXCEPTION 'stand-in for Citus: % is already distributed', relation;
  END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = relation AND NOT tgisinternal) THEN
    RAISE EXCEPTION 'stand-in for Citus: % has triggers', relation;
  END IF;
  IF name IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = relation AND attnum = number AND attgenerated = '') THEN
    RAISE EXCEPTION 'stand-in for Citus: % has no stored column %', relation, name;
  END IF;
  FOR key IN SELECT indexrelid::regclass AS index, indkey::smallint[] AS columns FROM pg_index WHERE indrelid = relation AND indisunique LOOP
    IF name IS NOT NULL AND NOT number = ANY (key.columns) THEN
      RAISE EXCEPTION 'stand-in for Citus: the unique index % of % does not contain %', key.index, relation, name;
    END IF;
  END LOOP;
  INSERT INTO stand_in.distributed VALUES (relation, name);
  FOR key IN SELECT * FROM pg_constraint WHERE conrelid = relation AND contype = 'f' LOOP
    SELECT * INTO other FROM stand_in.distributed d WHERE d.relation = key.confrelid;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'stand-in for Citus: % references %, which is local', relation, key.confrelid::regclass;
    END IF;
    IF name IS NULL AND other.distribution_column IS NOT NULL THEN
      RAISE EXCEPTION 'stand-in for Citus: the reference table % references the distributed table %', relation, key.confrelid::regclass;
    END IF;
    IF name IS NOT NULL AND number = ANY (key.conkey) AND key.confdeltype IN ('n', 'd') THEN
      RAISE EXCEPTION 'stand-in for Citus: % sets the distribution column of % to NULL', key.conname, relation;
    END IF;
    IF other.distribution_column IS NOT NULL AND array_position(key.conkey, number)
      IS DISTINCT FROM array_position(key.confkey, stand_in.number_of(key.confrelid, other.distribution_column)) THEN
      RAISE EXCEPTION 'stand-in for Citus: % of % does not contain both distribution columns', key.conname, relation;
    END IF;
  END LOOP;
END
$$;

CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text) RETURNS void LANGUAGE sql AS $$
  SELECT stand_in.distribute(table_name, distribution_column)
$$;
CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql AS $$
  SELECT stand_in.distribute(table_name, NULL)
$$;
