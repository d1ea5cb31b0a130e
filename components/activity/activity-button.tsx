'use client';
import { ActivityLink } from '../ui/activity-link.tsx';
import { useRunningCount } from './use-running-count.ts';

/** The header's link to the activity page, with the number of running swaps. */
export const ActivityButton = () => <ActivityLink running={useRunningCount()} />;
