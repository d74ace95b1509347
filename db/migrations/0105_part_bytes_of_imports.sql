-- The size of the parts that an upload was begun with: the setting for new uploads may change meanwhile. Null for archives in the folder of
-- the operator, and for uploads of older versions.
alter table import_jobs add column part_bytes integer;
