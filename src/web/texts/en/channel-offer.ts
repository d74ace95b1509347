/** The offer to readers who were mentioned and have no channel of notifications. */
export const channelOffer: string = 'You were mentioned. Notifications would have told you.'
