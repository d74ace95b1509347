-- Forgets that a poll is parked: its client or its worker is leaving.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] worker
-- ARGV[3] a token of the poll
--
-- Returns 1, or 0 when that poll was not parked (any more).

-- include: parts/state.lua
-- include: parts/time.lua

local queue_id, worker, token = ARGV[1], ARGV[2], ARGV[3]
local fields = redis.call('HMGET', queue_key .. queue_id, 'state', 'lifespan')
if not fields[1] then return 0 end
local state = parse_state(fields[1])
if not is_parked(state, worker, token) then return 0 end

state.worker, state.token = '-', '-'
write_state(queue_id, state)
set_expiry(queue_id, fields[2] * 1000)
return 1
