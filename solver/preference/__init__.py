"""What makes one payment better than another: preferences as weights, apart from what is legal."""
