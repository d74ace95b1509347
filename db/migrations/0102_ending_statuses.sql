-- A status may end by itself. Null: it stays.
alter table user_statuses add column ends_at timestamptz;
create index user_statuses_ending on user_statuses (ends_at) where ends_at is not null;
