-- Polls and to-do lists: messages that their readers change together.

-- Only such messages have submessages: whoever reads others need not look for any.
alter table messages add column is_widget boolean not null default false;

-- What a widget is (its first), and what was done in it since, in this order.
create table submessages (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  -- JSON, for clients
  content text not null,
  primary key (realm_id, message_id, id),
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade,
  foreign key (realm_id, sender_id) references users (realm_id, id) on delete cascade
);
