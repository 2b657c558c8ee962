/** S3-type stores that people have, and what their addresses look like. Sources: the vendors' documentation. */
export interface S3Service {
  readonly id: string;
  readonly label: string;
  /** What the address looks like; `…` stands for what is one's own. */
  readonly endpointExample: string;
  readonly regionExample: string;
  /** Filled in where a service has one region for all. */
  readonly region: string;
  /** Where its credentials come from, and what they must allow. */
  readonly help: string;
}

export const S3_SERVICES: readonly [S3Service, ...S3Service[]] = [
  {
    id: 'aws',
    label: 'Amazon S3',
    endpointExample: 'https://s3.eu-west-1.amazonaws.com',
    regionExample: 'eu-west-1',
    region: '',
    help: 'Make an access key for an IAM user that may s3:PutObject, s3:GetObject and s3:DeleteObject in this bucket. The region in the endpoint and in the field below must be the bucket’s.',
  },
  {
    id: 'r2',
    label: 'Cloudflare R2',
    endpointExample: 'https://ACCOUNT_ID.r2.cloudflarestorage.com',
    regionExample: 'auto',
    region: 'auto',
    help: 'In the R2 overview, Manage API tokens: create a token with Object Read & Write for this bucket. The page that follows shows the access key, the secret and the endpoint.',
  },
  {
    id: 'b2',
    label: 'Backblaze B2',
    endpointExample: 'https://s3.eu-central-003.backblazeb2.com',
    regionExample: 'eu-central-003',
    region: '',
    help: 'The bucket’s page shows its endpoint; the region is its middle part. An application key with read and write access gives keyID (the access key) and applicationKey (the secret).',
  },
  {
    id: 'minio',
    label: 'MinIO',
    endpointExample: 'https://minio.example.com',
    regionExample: 'us-east-1',
    region: 'us-east-1',
    help: 'Your server’s address, on the public internet and over https. Unless you set another one, its region is us-east-1.',
  },
  {
    id: 'other',
    label: 'Another one',
    endpointExample: 'https://s3.example.com',
    regionExample: 'us-east-1',
    region: '',
    help: 'Any store that speaks the S3 protocol with path-style addresses. The endpoint is without the bucket; the key must be allowed to put, get and delete objects.',
  },
];
