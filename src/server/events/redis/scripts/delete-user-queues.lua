-- Deletes all queues of a user; fails their parked polls.
--
-- KEYS[1] the shard
-- ARGV[1] the user, as "realm/user"
--
-- Returns the number of deleted queues.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua

local queue_ids = redis.call('SMEMBERS', user_key .. ARGV[1])
for queue_id, state in pairs(read_states(queue_ids)) do drop_queue(queue_id, state, 'gone') end
forget_released()
send_wake_ups()
return #queue_ids
