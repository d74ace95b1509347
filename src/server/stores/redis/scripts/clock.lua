-- The clock of Redis, since those of the workers may differ or jump. It stands still while a script
-- runs.
local us, ms

local function now_us()
  if not us then
    local time = redis.call('TIME')
    us = time[1] * 1000000 + time[2]
  end
  return us
end

local function now_ms()
  ms = ms or math.floor(now_us() / 1000)
  return ms
end
