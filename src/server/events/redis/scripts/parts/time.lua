-- include: ../../../../stores/redis/scripts/clock.lua

-- Extends the life of a queue by its lifespan and the max wait of its poll. Some slack is added, so
-- that not every poll of a busy queue writes a new expiry; not much, since the expiry also tells
-- which of a user's queues was polled longest ago.
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
