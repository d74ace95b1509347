-- A session that has proved its person long ago must do it again before dangerous calls. Null: the log-in was the last proof.
alter table sessions add column proved_at timestamptz;
