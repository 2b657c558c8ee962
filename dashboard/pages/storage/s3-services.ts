/** Common S3-compatible services. Sources: the documentation of each. */
export interface S3Service {
  readonly id: string;
  readonly label: string;
  readonly endpointExample: string;
  readonly regionExample: string;
  readonly region: string;
  readonly help: string;
}

export const S3_SERVICES: readonly [S3Service, ...S3Service[]] = [
  {
    id: 'aws',
    label: 'Amazon S3',
    endpointExample: 'https://s3.eu-west-1.amazonaws.com',
    regionExample: 'eu-west-1',
    region: '',
    help: 'Create an access key for an IAM user with s3:PutObject, s3:GetObject and s3:DeleteObject on this bucket. The endpoint and the region field must use the region of the bucket.',
  },
  {
    id: 'r2',
    label: 'Cloudflare R2',
    endpointExample: 'https://ACCOUNT_ID.r2.cloudflarestorage.com',
    regionExample: 'auto',
    region: 'auto',
    help: 'In the R2 overview, under Manage API tokens, create a token with Object Read & Write for this bucket. The next page shows the access key, the secret and the endpoint.',
  },
  {
    id: 'b2',
    label: 'Backblaze B2',
    endpointExample: 'https://s3.eu-central-003.backblazeb2.com',
    regionExample: 'eu-central-003',
    region: '',
    help: 'The bucket page shows the endpoint. The region is the middle part of it. Create an application key with read and write access: keyID is the access key, applicationKey is the secret.',
  },
  {
    id: 'minio',
    label: 'MinIO',
    endpointExample: 'https://minio.example.com',
    regionExample: 'us-east-1',
    region: 'us-east-1',
    help: 'The address of your server. It must be reachable over the internet with HTTPS. The default region is us-east-1.',
  },
  {
    id: 'other',
    label: 'Other',
    endpointExample: 'https://s3.example.com',
    regionExample: 'us-east-1',
    region: '',
    help: 'Any service with an S3-compatible API and path-style URLs. The access key must be allowed to put, get and delete objects.',
  },
];
