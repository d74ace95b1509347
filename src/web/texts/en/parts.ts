export const presence = {
  active: 'Active',
  idle: 'Idle',
  offline: 'Offline',
}
