import { anyText, hosts, onOrOff, optional, pattern, setting, url } from './values'

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
  pushBouncerUrl: setting(
    'PUSH_BOUNCER_URL',
    '',
    optional(url('http:', 'https:')),
    'Bouncer that has the keys of published mobile apps, as https://push.example.com; parley push register ' +
      'registers this server there; unset: none',
  ),
  fcmServiceAccount: setting(
    'FCM_SERVICE_ACCOUNT',
    '',
    anyText,
    'File of a Firebase service account (JSON) for pushes to your own Android app, past any bouncer; unset: none',
  ),
  fcmUrl: setting(
    'FCM_URL',
    'https://fcm.googleapis.com',
    url('http:', 'https:'),
    'Address of FCM',
  ),
  apnsKey: setting(
    'APNS_KEY',
    '',
    anyText,
    'File of a key (.p8) for pushes to your own iPhone app, past any bouncer; unset: none',
  ),
  apnsKeyId: setting('APNS_KEY_ID', '', anyText, 'Id of that key'),
  apnsTeamId: setting('APNS_TEAM_ID', '', anyText, 'Id of the developer team of that key'),
  apnsUrl: setting(
    'APNS_URL',
    'https://api.push.apple.com',
    url('http:', 'https:'),
    'Address of APNs; https://api.sandbox.push.apple.com for apps that are run from Xcode',
  ),
  linkPreviews: setting(
    'LINK_PREVIEWS',
    'on',
    onOrOff,
    'on: organizations may show previews of linked pages, which the server then requests',
  ),
  slackBotToken: setting(
    'SLACK_BOT_TOKEN',
    '',
    optional(
      pattern(/^(?:xoxb-|\/)/, 'a token that begins with xoxb-, or the path of a file with it'),
    ),
    'For parley bridge slack: the bot token (xoxb-…) of the app in Slack, or the absolute path of a file with it',
  ),
  slackAppToken: setting(
    'SLACK_APP_TOKEN',
    '',
    optional(
      pattern(/^(?:xapp-|\/)/, 'a token that begins with xapp-, or the path of a file with it'),
    ),
    'For parley bridge slack: the app-level token (xapp-…) with connections:write, or the path of a file with it',
  ),
  slackApiUrl: setting(
    'SLACK_API_URL',
    'https://slack.com/api',
    url('http:', 'https:'),
    'Address of Slack’s methods; files come from its host, or from files.slack.com for Slack’s own',
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
