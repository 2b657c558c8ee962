import { Skeleton } from '@mantine/core';
import { SkeletonRows } from '../components/SkeletonRows.tsx';
import classes from '../components/Page.module.css';

export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <Skeleton height={30} width={220} mb="xl" />
      <SkeletonRows />
    </div>
  );
}
