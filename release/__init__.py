"""What a release needs beside the wheel: the pinned requirements with hashes, and the bill of materials."""
