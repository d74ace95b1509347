export { streamPermissions, streamPermissionsOf } from '../../wire/stream-permissions'
export type { StreamPermissionName, StreamPermissionValues } from '../../wire/stream-permissions'
