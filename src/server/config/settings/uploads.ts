import { absolutePath, anyText, optional, setting, url, wholeNumber } from './values'

/** Sizes of requests and files, and the store of files. */
export const uploadSettings = {
  maxRequestBytes: setting(
    'MAX_REQUEST_BYTES',
    '4194304',
    wholeNumber(1_024, 104_857_600),
    'Max size of a request body',
  ),
  maxFileUploadMib: setting(
    'MAX_FILE_UPLOAD_MIB',
    '25',
    wholeNumber(1, 1_024),
    'Max size of a file in a message',
  ),
  uploadQuotaMib: setting(
    'UPLOAD_QUOTA_MIB',
    '51200',
    wholeNumber(0, 1_000_000_000),
    'Max total size of the files in messages of one organization; 0: unlimited',
  ),
  uploadQuotaPerPersonMib: setting(
    'UPLOAD_QUOTA_PER_PERSON_MIB',
    '5120',
    wholeNumber(0, 1_000_000_000),
    'Max total size of the files of one person and their bots; 0: unlimited',
  ),
  importMaxMib: setting(
    'IMPORT_MAX_MIB',
    '4096',
    wholeNumber(0, 1_000_000),
    'Max size of an archive that an owner uploads to import it; 0: none can be uploaded',
  ),
  importFolder: setting(
    'IMPORT_FOLDER',
    '',
    optional(absolutePath),
    'Folder of archives that owners may import by name, on every worker; unset: none',
  ),
  uploadsDir: setting(
    'UPLOADS_DIR',
    '',
    anyText,
    'Folder of uploaded files, shared by all workers; unset: the folder uploads in DATA_DIR',
  ),
  s3Bucket: setting(
    'UPLOADS_S3_BUCKET',
    '',
    anyText,
    'Bucket of an S3-compatible store for uploaded files, used instead of UPLOADS_DIR',
  ),
  s3Region: setting('UPLOADS_S3_REGION', 'us-east-1', anyText, 'Region of the bucket'),
  s3Endpoint: setting(
    'UPLOADS_S3_ENDPOINT',
    '',
    optional(url('http:', 'https:')),
    'URL of the S3-compatible store, as https://minio.example.com; unset: Amazon S3',
  ),
  s3AccessKeyId: setting('UPLOADS_S3_ACCESS_KEY_ID', '', anyText, 'Access key ID for the bucket'),
  s3SecretAccessKey: setting(
    'UPLOADS_S3_SECRET_ACCESS_KEY',
    '',
    anyText,
    'Secret access key for the bucket',
  ),
}
