-- Deletes a queue on behalf of its owner; a poll that waits at it is answered.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] who asks, as "realm/user"
--
-- Returns 'deleted', 'gone' or 'foreign'.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua

local queue_id = ARGV[1]
local owner = redis.call('HGET', queue_key .. queue_id, 'owner')
if not owner then return 'gone' end
if owner ~= ARGV[2] then return 'foreign' end

drop_queue(queue_id, 'deleted')
send_wake_ups()
return 'deleted'
