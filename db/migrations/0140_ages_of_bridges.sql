-- Metrics tell how long a change waits for a bridge, and a bridge that was ended in order raises no alarm.
alter table bridge_outbox add column waits_since timestamptz not null default now();
alter table bridges add column ended_at timestamptz;
