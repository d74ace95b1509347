-- The clock of Redis rules what expires: those of the workers may differ, or jump.
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

-- Lets a queue live for its lifespan, and for what its poll may wait, from now on. A queue that is
-- polled all the time gets a little more, so that not every poll writes a new time of death.
local function prolong(queue_id, state, wait_ms)
  local expiry = now_ms() + state.lifespan + wait_ms
  local slack = math.floor(state.lifespan / 32)
  if state.expiry >= expiry and state.expiry <= expiry + slack then return end
  state.expiry = expiry + slack
  redis.call('ZADD', expiry_key, state.expiry, queue_id)
end
