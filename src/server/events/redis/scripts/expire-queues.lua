-- Deletes queues that were not polled for their lifespan; fails their parked polls.
--
-- KEYS[1] the shard
-- ARGV[1] max queues to delete
--
-- Returns the number of deleted queues.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua

local queue_ids =
  redis.call('ZRANGEBYSCORE', expiry_key, '-inf', now_ms(), 'LIMIT', 0, ARGV[1])
for queue_id, state in pairs(read_states(queue_ids)) do drop_queue(queue_id, state, 'gone') end
forget_released()
send_wake_ups()
return #queue_ids
