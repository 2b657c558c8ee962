export {
  DeadlineExceeded,
  MemoryLimitExceeded,
  Meter,
  type MeterLimits,
  WorkCancelled,
  WorkLimitExceeded,
} from './meter.ts';
