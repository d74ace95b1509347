-- Deletes the queues of a Redis that lost its latest writes: all that are not younger than the
-- latest publication that a worker knows of, if one of its publications is missing. A queue that is
-- younger and still there was registered after the loss.
--
-- KEYS[1] the shard
-- ARGV[1] when Redis confirmed the latest publication, in microseconds
-- ARGV[2] most queues to delete
-- ARGV[3...] outbox ids that it confirmed
--
-- Returns nothing when all of them are there, else how many queues it deleted.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/dispatched.lua
-- include: parts/time.lua

local latest, limit = ARGV[1], tonumber(ARGV[2])
local first_id = 3

local function is_any_missing()
  -- Too long ago: what was confirmed then may have been forgotten since, as it should.
  if now_us() - latest > (marker_seconds - 86400) * 1000000 then return false end
  for i = first_id, #ARGV do
    if not is_marked(ARGV[i]) then return true end
  end
  return false
end

if not is_any_missing() then return false end

local dropped = 0
for _, realm in ipairs(redis.call('HKEYS', versions_key)) do
  local queue_ids = redis.call('ZRANGEBYSCORE', directory_key .. realm, '-inf', latest,
    'LIMIT', 0, limit - dropped)
  for queue_id, state in pairs(read_states(queue_ids)) do
    drop_queue(queue_id, state, 'gone')
    dropped = dropped + 1
  end
end
forget_released()
send_wake_ups()
return dropped
