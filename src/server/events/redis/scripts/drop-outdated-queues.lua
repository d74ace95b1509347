-- Deletes queues of a Redis that lost its latest writes: if a confirmed write of the worker is
-- missing, deletes all queues up to the time of its latest write. A younger queue was registered
-- after the loss.
--
-- KEYS[1] the shard
-- ARGV[1] the worker
-- ARGV[2] count of its latest confirmed write; '' deletes whatever Redis has
-- ARGV[3] time when Redis confirmed that write, in microseconds
-- ARGV[4] max queues to delete
--
-- Returns nil if no write is missing, else the number of deleted queues.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua
-- include: parts/writes.lua

local worker, count, latest, limit = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if count ~= '' and not is_write_lost(worker, tonumber(count), latest) then return false end

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
