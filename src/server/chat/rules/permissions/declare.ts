export { valueOf, valuesOf } from '../../../../shared/permission-values'
export type {
  SystemGroupKey,
  Permission,
  Permissions,
  PermissionValues,
} from '../../../../shared/permission-values'
