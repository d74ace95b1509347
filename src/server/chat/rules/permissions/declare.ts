export { valueOf, valuesOf } from '../../../../shared/group-value'
export type {
  SystemGroupKey,
  Permission,
  Permissions,
  PermissionValues,
} from '../../../../shared/group-value'
