-- What people say of themselves beside their name. Whoever says nothing has no row.

create table user_statuses (
  realm_id bigint not null,
  user_id bigint not null,
  status_text text not null default '' check (char_length(status_text) <= 60),
  emoji_name text not null default '',
  -- code points in lower-case hex joined by `-`, or the id of a realm emoji
  emoji_code text not null default '',
  reaction_type text not null default ''
    check (reaction_type in ('', 'unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
