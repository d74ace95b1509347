import { apiKeyPattern } from '../../../shared/users'
import { anyText, optional, pattern, proxies, setting, url, urls, wholeNumber } from './values'

/** The server, its addresses and the organization of the first start. */
export const serverSettings = {
  port: setting('PORT', '9991', wholeNumber(0, 65_535), 'Port to listen on'),
  host: setting('HOST', '127.0.0.1', anyText, 'Address to listen on'),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    optional(url('postgres:', 'postgresql:')),
    'PostgreSQL, as postgres://user:password@host/db; unset: an embedded database in DATA_DIR',
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    optional(urls('redis:', 'rediss:')),
    'Redis, as redis://host:6379, or two or more nodes of a Redis Cluster, separated by commas; unset: ' +
      'event queues in the memory of a single worker',
  ),
  dataDir: setting('DATA_DIR', './data', anyText, 'Folder of the embedded database'),
  ownerEmail: setting(
    'PARLEY_OWNER_EMAIL',
    'owner@localhost.localdomain',
    pattern(/^[^\s@:]+@[^\s@:]+$/, 'an email address'),
    'Email address of the owner of the organization that the first start creates',
  ),
  ownerPassword: setting(
    'PARLEY_OWNER_PASSWORD',
    '',
    optional(pattern(/^.{6,}$/s, 'at least 6 characters long')),
    'Password of that owner; unset: generated',
  ),
  ownerApiKey: setting(
    'PARLEY_OWNER_API_KEY',
    '',
    optional(pattern(apiKeyPattern, '32 letters or digits')),
    'API key of that owner, 32 letters or digits; unset: generated',
  ),
  realmName: setting('PARLEY_REALM_NAME', 'Parley', anyText, 'Name of that organization'),
  externalHost: setting(
    'EXTERNAL_HOST',
    'localhost',
    pattern(/^[a-z0-9.-]+$/i, 'a host name without port'),
    'Host whose subdomains are further organizations: acme.localhost is organization acme',
  ),
  externalUrl: setting(
    'EXTERNAL_URL',
    '',
    optional(url('http:', 'https:')),
    'Public URL of the default organization; unset: taken from each request',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    proxies,
    'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: true for any proxy that ' +
      'connects, or addresses and networks, as 10.1.0.0/16,192.0.2.7',
  ),
}
