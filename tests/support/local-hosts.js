const dns = require('node:dns')

/** Resolves `chat.localhost` to this machine, as browsers do; Node's resolver asks a name server. */
for (const resolver of [dns, dns.promises]) {
  const { lookup } = resolver
  resolver.lookup = function lookupLocally(hostname, ...others) {
    return lookup(/\.localhost$/i.test(hostname) ? '127.0.0.1' : hostname, ...others)
  }
}
