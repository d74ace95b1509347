-- A bot never holds more than its owner: those that did are given the role of their owner.
-- The triggers of users tell the workers. Queues that such a bot registered with more sight end,
-- through the outbox as every worker knows it.
with clamped as (
  update users as bot set role = owner.role
  from users as owner
  where bot.is_bot and not bot.is_system_bot
    and owner.realm_id = bot.realm_id and owner.id = bot.bot_owner_id
    and bot.role < owner.role
  returning bot.realm_id, bot.id
)
insert into outbox (realm_id, body, in_order)
select realm_id, json_build_object('dropQueuesOf', json_agg(id))::text, true
from clamped group by realm_id;
