/*
 * Lazy chunk of the settings areas: settings, organization, streams, groups, and the trace of a message. It is fetched when the reader opens one of
 * them, together with its style sheet, which the build makes from the listed folders (scripts/build-web.js).
 * `lazyScreen` (src/web/parts/lazy/lazy.tsx) renders the components by these names.
 */
export { GroupsScreen } from './features/groups/groups-screen'
export { FirstSteps } from './features/first-steps/first-steps'
export { Tour } from './features/first-steps/tour'
export { ProofDialog } from './features/proof/proof-dialog'
export { OrganizationScreen } from './features/organization/organization-screen'
export { listSettingRows } from './features/settings/setting-rows'
export { SettingsScreen } from './features/settings/settings-screen'
export { TraceDialog } from './features/trace/trace-dialog'
export { StreamsScreen } from './features/streams/streams-screen'

/*
 * Settings areas use parts of the lazy chunk of `lazy-chunk.ts`. All of it is re-exported, because esbuild splits a file per set
 * of entries with shared code; this way the code of the first screen stays one file.
 */
export * from './lazy-chunk'
