-- A queue holds a reference to each event: "<event id> <payload id> <bytes> <overlay>".
-- Payload '-' means that the overlay is the whole event.

-- References to payloads that this call has yet to store, by payload id.
local unstored = {}
-- References that this call gave up, by payload id: many queues share a payload, and so one write.
local released = {}

-- Gives a reference up; the payload goes with the last one.
local function release(reference)
  local payload_id = string.match(reference, '^%d+ (%S+)')
  if unstored[payload_id] then
    unstored[payload_id] = unstored[payload_id] - 1
  elseif payload_id ~= '-' then
    released[payload_id] = (released[payload_id] or 0) + 1
  end
end

-- Writes what was given up; every script that releases ends with it.
local function forget_released()
  for payload_id, count in pairs(released) do
    if redis.call('HINCRBY', payload_key .. payload_id, 'references', -count) < 1 then
      redis.call('DEL', payload_key .. payload_id)
    end
  end
end
