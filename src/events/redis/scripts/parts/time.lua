-- include: ../../../../redis/scripts/clock.lua

-- Lets a queue live for its lifespan, and for what its poll may wait, from now on. A queue that is
-- polled all the time gets a little more, so that not every poll writes a new time of death; not much,
-- for this time also tells which of a user's queues was polled longest ago.
local longest_slack_ms = 20000
local function prolong(queue_id, state, wait_ms)
  local expiry = now_ms() + state.lifespan + wait_ms
  local slack = math.min(math.floor(state.lifespan / 32), longest_slack_ms)
  if state.expiry >= expiry and state.expiry <= expiry + slack then return end
  state.expiry = expiry + slack
  redis.call('ZADD', expiry_key, state.expiry, queue_id)
end
