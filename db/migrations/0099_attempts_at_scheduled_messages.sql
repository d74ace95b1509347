-- A scheduled message or reminder that always meets an error of the server is given up after some attempts.
alter table scheduled_messages add column attempts integer not null default 0;
