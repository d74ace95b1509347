-- Counts the calls of each worker that gave an id to an event. The worker remembers the count that it was
-- answered, so it notices when Redis has lost such a call.

-- As long as the marks of dispatched rows.
local seconds_counted = 8 * 86400

-- Returns the new count and the time, which the worker remembers together.
local function count_write(worker)
  local count = redis.call('INCR', writes_key .. worker)
  redis.call('EXPIRE', writes_key .. worker, seconds_counted)
  return { count, now_us() }
end

-- Whether Redis lost a call that it had confirmed at this time with this count.
local function is_write_lost(worker, count, time)
  -- A counter of long ago may have expired normally.
  if now_us() - time > (seconds_counted - 86400) * 1000000 then return false end
  return tonumber(redis.call('GET', writes_key .. worker) or '0') < count
end
