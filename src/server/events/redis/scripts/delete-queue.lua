-- Deletes a queue for its owner; answers its parked poll.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] the requesting user, as "realm/user"
--
-- Returns 'deleted', 'gone' or 'foreign'.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua

local queue_id = ARGV[1]
local state = read_state(queue_id)
-- Answer "unknown queue" for another realm's queue, so that its existence is not revealed.
if not state or state[REALM] ~= tonumber(string.match(ARGV[2], '^%d+')) then return 'gone' end
if owner_of(state) ~= ARGV[2] then return 'foreign' end

drop_queue(queue_id, state, 'deleted')
forget_released()
send_wake_ups()
return 'deleted'
