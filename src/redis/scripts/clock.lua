-- The clock of Redis: those of the workers may differ, or jump. It stands still while a script runs.
local now

local function now_us()
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000000 + time[2]
  end
  return now
end

local function now_ms()
  return math.floor(now_us() / 1000)
end
