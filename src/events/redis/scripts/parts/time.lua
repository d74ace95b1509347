-- The clock of Redis rules what expires: those of the workers may differ, or jump.
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A queue dies at this time unless it is polled.
local function set_expiry(queue_id, delay_ms)
  redis.call('ZADD', expiry_key, now_ms() + delay_ms, queue_id)
end
