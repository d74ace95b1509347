-- include: ../../../../redis/scripts/clock.lua

-- Lets a queue live for its lifespan, and for what its poll may wait, from now on. A queue that is
-- polled all the time gets a little more, so that not every poll writes a new time of death; not much,
-- for this time also tells which of a user's queues was polled longest ago.
local longest_slack_ms = 20000
local function prolong(queue_id, state, wait_ms)
  local least = now_ms() + state[LIFESPAN] + wait_ms
  local slack = state[LIFESPAN] / 32
  if slack > longest_slack_ms then slack = longest_slack_ms end
  local expiry = state[EXPIRY]
  if expiry >= least and expiry <= least + slack then return end
  state[EXPIRY] = math.floor(least + slack)
  redis.call('ZADD', expiry_key, state[EXPIRY], queue_id)
end
