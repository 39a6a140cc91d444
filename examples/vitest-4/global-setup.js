import { shareForges } from 'forgenote/testing';

/** Returns the teardown. */
export default () => shareForges();
