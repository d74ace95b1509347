-- A queue holds a reference to each event: "<event id> <payload id> <bytes> <overlay>".
-- Payload '-' means that the overlay is the whole event.

-- References to payloads that this call has yet to store, by payload id.
local unstored = {}

-- Gives a reference up; the payload goes with the last one.
local function release(reference)
  local payload_id = string.match(reference, '^%d+ (%S+)')
  if unstored[payload_id] then
    unstored[payload_id] = unstored[payload_id] - 1
  elseif payload_id ~= '-' then
    if redis.call('HINCRBY', payload_key .. payload_id, 'references', -1) < 1 then
      redis.call('DEL', payload_key .. payload_id)
    end
  end
end
