'use client';
import { ActivityLink } from '../ui/activity-link.tsx';
import { useRunningCount } from './use-running-count.ts';

/** The header's way to the activity page. */
export const ActivityButton = () => <ActivityLink running={useRunningCount()} />;
