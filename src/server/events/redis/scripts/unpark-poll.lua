-- Removes a parked poll from a queue's state: its client or its worker is leaving.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] worker
-- ARGV[3] a token of the poll
--
-- Returns 1, or 0 if that poll is not parked (any more).

-- include: parts/state.lua
-- include: parts/time.lua

local queue_id, worker, token = ARGV[1], ARGV[2], ARGV[3]
local state = read_state(queue_id)
if not state or not is_parked(state, worker, token) then return 0 end

unpark(state)
prolong(queue_id, state, 0)
write_state(queue_id, state)
return 1
