/** Reasons why the browser shows no notifications. */
export const notificationStates = {
  denied: 'Notifications are blocked. Allow them in your browser’s site settings.',
  insecure:
    'Browsers show notifications only for addresses that begin with https. Ask the person who runs this server.',
  unsupported: 'This browser shows no notifications for open pages.',
}
