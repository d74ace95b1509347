/*
 * Where things are set: settings, the organisation, streams, groups. One file, which is fetched when somebody goes into
 * one of them; its sheet as well, which the build makes of the folders that it names (scripts/build-web.js).
 * Components are named here, and drawn by `lazyRoom` (parts/lazy/lazy.tsx).
 */
export { GroupsScreen } from './screens/groups/groups-screen'
export { FirstSteps } from './screens/first-steps/first-steps'
export { Tour } from './screens/first-steps/tour'
export { OrganisationScreen } from './screens/organisation/organisation-screen'
export { SettingsScreen } from './screens/settings/settings-screen'
export { StreamsScreen } from './screens/streams/streams-screen'

/*
 * Rooms use what is fetched later. That they have all of it is for the bundler: it cuts a file for each set of entries that
 * share something, and what the first screen needs stays one file so.
 */
export * from './later'
