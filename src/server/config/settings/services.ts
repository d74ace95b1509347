import { anyText, hosts, onOrOff, optional, setting, url } from '../values'

/** Other servers that this one or its clients call. */
export const serviceSettings = {
  outgoingWebhooksAllowPrivate: setting(
    'OUTGOING_WEBHOOKS_ALLOW_PRIVATE',
    '',
    hosts,
    'Private hosts and networks that outgoing webhooks and push notifications may call, and pictures and ' +
      'previews in messages may come from, as bot.lan,10.1.0.0/16; true: all',
  ),
  gravatar: setting(
    'GRAVATAR',
    'off',
    onOrOff,
    'on: users without an uploaded picture are shown with their picture from gravatar.com, found by ' +
      'email address',
  ),
  pushContent: setting(
    'PUSH_CONTENT',
    'on',
    onOrOff,
    'off: push notifications say only “New message”, without senders, conversations and texts',
  ),
  linkPreviews: setting(
    'LINK_PREVIEWS',
    'on',
    onOrOff,
    'on: organizations may show previews of linked pages, which the server then requests',
  ),
  jitsiServerUrl: setting(
    'JITSI_SERVER_URL',
    '',
    optional(url('https:', 'http:')),
    'Jitsi server for organizations without a Jitsi server of their own, as https://meet.example.com',
  ),
  giphyApiKey: setting(
    'GIPHY_API_KEY',
    '',
    anyText,
    'API key that clients use to search GIPHY; unset: no GIPHY search',
  ),
}
