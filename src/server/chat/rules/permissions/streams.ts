export { streamPermissions, streamPermissionsOf } from '../../../../shared/stream-permissions'
export type { StreamPermissionName } from '../../../../shared/stream-permissions'
