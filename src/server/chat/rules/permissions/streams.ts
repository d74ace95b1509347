export { streamPermissions, streamPermissionsOf } from '../../../../shared/stream-permissions'
export type {
  StreamPermissionName,
  StreamPermissionValues,
} from '../../../../shared/stream-permissions'
