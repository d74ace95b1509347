-- Records reports of users' clients, and lists the presences that a worker does not know.
--
-- KEYS[1] records of the realm, KEYS[2] their order
-- ARGV[1] last update id that the worker knows, -1 for none
-- ARGV[2] seconds since the last activity after which a connected user counts as idle
-- ARGV[3] seconds without a report after which a user was offline
-- ARGV[4] seconds after which a report without news is recorded
-- ARGV[5...] four per report, for any number of reports: user id, email, 'active' or 'idle', and
-- its Unix
--   time in seconds
--
-- Returns { '1' or '0' per report, whether it is news, as one text; last update id; and user id,
-- update id, record of each presence that the worker does not know }.

-- include: parts/records.lua

local known = ARGV[1]
local idle_after, away_after, note_after = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local function status_of(active_at, connected_at)
  return active_at + idle_after >= connected_at and 'active' or 'idle'
end

local function parse(record)
  local active_at, connected_at, email = string.match(record or '', '^(%d+) (%d+) (.*)$')
  return tonumber(active_at), tonumber(connected_at), email
end

-- Returns whether the report is news.
local function note(user, email, status, at)
  local active_before, connected_before, email_before = parse(redis.call('HGET', records, user))
  local active_at = math.max(active_before or 0, status == 'active' and at or 0)
  local connected_at = math.max(connected_before or 0, at)

  local is_news = not connected_before
    or connected_at - connected_before > away_after
    or status_of(active_at, connected_at) ~= status_of(active_before, connected_before)
  local is_noted = is_news
    or connected_at - connected_before >= note_after
    or active_at - active_before >= note_after
    or email ~= email_before
  if is_noted then
    write_record(user, string.format('%d %d %s', active_at, connected_at, email))
  end
  return is_news
end

local news = ''
for i = 5, #ARGV, 4 do
  local user, email, status, at = unpack(ARGV, i, i + 3)
  news = news .. (note(user, email, status, tonumber(at)) and '1' or '0')
end

local reply = list_since(known)
table.insert(reply, 1, news)
return reply
