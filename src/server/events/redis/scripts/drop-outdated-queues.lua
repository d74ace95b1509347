-- Deletes queues of a Redis that lost its latest writes: if a confirmed publication of the worker
-- is missing, deletes all queues up to the time of its latest publication. A younger queue was
-- registered after the loss.
--
-- KEYS[1] the shard
-- ARGV[1] time when Redis confirmed the latest publication, in microseconds
-- ARGV[2] max queues to delete
-- ARGV[3...] confirmed outbox ids
--
-- Returns nil if no publication is missing, else the number of deleted queues.

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
  -- Too long ago: these markers may have expired normally.
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
