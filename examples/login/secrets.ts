import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a text that nobody guesses. */
export const newSecret = () => randomBytes(32).toString('base64url');

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Compares two secrets. The time that it takes says nothing about them. */
export const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
