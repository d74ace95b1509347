-- Counts the queues.
--
-- KEYS[1] the shard
--
-- Returns how many there are.

return redis.call('ZCARD', expiry_key)
